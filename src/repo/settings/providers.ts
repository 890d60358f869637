/** A service, or a server on one's own machine, that speaks OpenAI's protocol; `variables` hold its key, the first that is set. */
export type Provider = {
  readonly name: string
  readonly endpoint: string
  readonly variables: readonly string[]
}

/** Those that are known by name, as their documentation has them (November 2026). */
export const providers: readonly Provider[] = [
  { name: 'openai', endpoint: 'https://api.openai.com/v1', variables: ['OPENAI_API_KEY'] },
  { name: 'anthropic', endpoint: 'https://api.anthropic.com/v1', variables: ['ANTHROPIC_API_KEY'] },
  {
    name: 'google',
    endpoint: 'https://generativelanguage.googleapis.com/v1beta/openai',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  {
    name: 'openrouter',
    endpoint: 'https://openrouter.ai/api/v1',
    variables: ['OPENROUTER_API_KEY'],
  },
  { name: 'groq', endpoint: 'https://api.groq.com/openai/v1', variables: ['GROQ_API_KEY'] },
  { name: 'mistral', endpoint: 'https://api.mistral.ai/v1', variables: ['MISTRAL_API_KEY'] },
  { name: 'deepseek', endpoint: 'https://api.deepseek.com/v1', variables: ['DEEPSEEK_API_KEY'] },
  { name: 'ollama', endpoint: 'http://localhost:11434/v1', variables: ['OLLAMA_API_KEY'] },
  { name: 'lmstudio', endpoint: 'http://localhost:1234/v1', variables: ['LM_API_TOKEN'] },
  { name: 'llamacpp', endpoint: 'http://localhost:8080/v1', variables: ['LLAMA_API_KEY'] },
  { name: 'vllm', endpoint: 'http://localhost:8000/v1', variables: ['VLLM_API_KEY'] },
]

/** The provider that an address belongs to. */
const providerAt = (endpoint: string): Provider | undefined => {
  const { host } = new URL(endpoint)
  return providers.find((known) => new URL(known.endpoint).host === host)
}

/** The variables that a key for an address is looked for in, the first that is set: no service is sent another's. */
export const keyVariables = (endpoint: string): readonly string[] => [
  'CTX_MODEL_KEY',
  ...(providerAt(endpoint)?.variables ?? ['OPENAI_API_KEY']),
]
