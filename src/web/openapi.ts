import { version } from '../version.ts'
import type { Parameter, Route } from './route.ts'
import { answers } from './schemas.ts'

/** Describes the routes as OpenAPI 3.1 has it, from the table that requests are answered from. */
export function openApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ctx',
      version,
      description: 'What a repository knows of itself, for programs on this machine. What writes needs the token.',
    },
    paths,
    components: {
      schemas: answers,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Printed when `ctx serve` starts.' } },
    },
  }
}

function operationOf(route: Route): object {
  const { method, path, name, about, parameters } = route
  return {
    operationId: name,
    summary: about,
    parameters: [
      ...(path.includes('{path}') ? [pathParameter] : []),
      ...parameters.map(parameterOf),
      ...(route.isTagged === true ? [tagParameter] : []),
    ],
    responses: responsesOf(route),
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route.body) }),
    ...(method === 'GET' ? {} : { security: [{ token: [] }] }),
  }
}

const bodyOf = (texts: Readonly<Record<string, string>>): object => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: Object.keys(texts),
        properties: Object.fromEntries(
          Object.entries(texts).map(([name, description]) => [name, { type: 'string', description }]),
        ),
      },
    },
  },
})

const pathParameter = {
  name: 'path',
  in: 'path',
  required: true,
  description: 'The path of an entry in the tree, such as auth/jwt/single_use.md; its slashes may stay as they are.',
  schema: { type: 'string' },
}

const tagParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The etag of the answer that is there already.',
  schema: { type: 'string' },
}

const parameterOf = ({ name, about, type, isRequired = false }: Parameter): object => ({
  name,
  in: 'query',
  required: isRequired,
  description: about,
  ...(type === 'list' ? { style: 'form', explode: false } : {}),
  schema:
    type === 'list'
      ? { type: 'array', items: { type: 'string' } }
      : type === 'integer'
        ? { type, minimum: 0 }
        : { type },
})

function responsesOf({ method, path, answers: name, isTagged = false }: Route): object {
  const schema = (named: string): object => ({
    'application/json': { schema: { $ref: `#/components/schemas/${named}` } },
  })
  const refused = (description: string): object => ({ description, content: schema('Error') })
  const content = name === '' ? { 'text/html': { schema: { type: 'string' } } } : schema(name)
  return {
    200: {
      description: 'Done.',
      content,
      ...(isTagged ? { headers: { ETag: { schema: { type: 'string' } } } } : {}),
    },
    ...(isTagged ? { 304: { description: 'The asker has it already; nothing was assembled.' } } : {}),
    400: refused('A parameter that is missing or means nothing.'),
    ...(method === 'GET' ? {} : { 401: refused('The token is missing or wrong.') }),
    403: refused('Asked by the name of another host, or by a page of another site.'),
    ...(path.includes('{path}') ? { 404: refused('There is no such entry.') } : {}),
    ...(method === 'PUT' ? { 409: { description: 'Somebody else changed it meanwhile.', content } } : {}),
  }
}
