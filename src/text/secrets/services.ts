import type { SecretRule } from './rule.ts'

const rule = (
  kind: string,
  keywords: readonly string[],
  shape: RegExp,
  groups: readonly number[] = [],
): SecretRule => ({
  kind,
  keywords,
  groups,
  shape,
  isSecret: () => true,
})

/** Shapes that the issuing services document and gitleaks' rules leave out, or ask more of than we do. */
export const services: readonly SecretRule[] = [
  {
    ...rule(
      'private-key',
      ['private key'],
      /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-{1,4}(?!-)){0,16000}(?:-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----)?/dg,
    ),
    isLong: true,
  },
  rule('aws-key', ['akia', 'asia', 'abia', 'acca', 'a3t'], /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/dg),
  rule(
    'aws-key',
    ['absk', 'bedrock-api-key-'],
    /\b(?:ABSK[A-Za-z0-9+/]{60,400}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{20,4000})/dg,
  ),
  rule(
    'aws-secret',
    ['aws'],
    /\baws.{0,20}?(?:key|pwd|pw|password|pass|token).{0,20}?['"]([0-9a-zA-Z/+]{40})['"]/dgi,
    [1],
  ),
  rule(
    'github-token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    /\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{40,255})\b/dg,
  ),
  rule(
    'gitlab-token',
    [
      'glpat-',
      'glptt-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glimt-',
      'glft-',
      'glffct-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'gr1348941',
    ],
    /\b(?:gl[a-z]{2,8}-[\w-]{20,}|GR1348941[\w-]{20,})/dg,
  ),
  rule(
    'slack-token',
    ['xox', 'hooks.slack.com'],
    /\bxox[a-z]-[A-Za-z0-9-]{10,300}|hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/]{20,200})/dg,
    [1],
  ),
  rule(
    'api-key',
    ['sk-', 'sk_', 'rk_', 'rk-'],
    /\b[sr]k[-_](?:ant|proj|svcacct|admin|live|test|prod)[-_](?=[\w-]{0,60}\d)[A-Za-z0-9_-]{20,300}/dg,
  ),
  rule('google-key', ['aiza'], /\bAIza[\w-]{35}/dg),
  rule('jwt', ['eyj'], /\beyJ(?:(?!-eyJ)[\w-]){8,4000}\.eyJ[\w-]{8,4000}(?:\.[\w-]{1,4000})?/dg),
  rule('npm-token', ['_authtoken'], /:_authToken=\s{0,4}([\w-]{8,200})/dg, [1]),
  rule('airtable-token', ['airtable'], /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b/dg),
  rule(
    'artifactory-token',
    ['akc', 'cmvmd', 'ap2', 'ap3', 'ap5', 'ap6', 'artif', 'jfrog', '_password'],
    /\b(?:AKCp?[A-Za-z0-9]{10,100}|cmVmd[A-Za-z0-9]{59}|AP\d[A-Za-z0-9]{10,100}|(?<=[:=]["']?)AP[A-F][A-Za-z0-9]{10,100})\b/dg,
  ),
  rule('azure-key', ['accountkey'], /AccountKey=([A-Za-z0-9+/]{40,200}={0,2})/dg, [1]),
  rule('mailchimp-key', ['-us'], /\b[0-9a-f]{32}-us\d{1,2}\b/dg),
  rule('sendgrid-key', ['sg.'], /\bSG\.[\w-]{22}\.[\w-]{43}\b/dg),
  rule('softlayer-key', ['softlayer'], /softlayer\.com\/soap\/v3(?:\.1)?\/([a-z0-9]{64})/dgi, [1]),
  rule('square-secret', ['sq0csp-'], /sq0csp-[\w\\-]{40,60}/dg),
  rule('telegram-token', [':aa'], /(?<![\w.])\d{8,10}:AA[\w-]{33}(?![\w-])/dg),
  rule('twilio-key', ['twilio', 'account', 'acxx', 'skxx'], /\b(?:AC|SK)(?:[a-f0-9]{32}|x{32})\b/dg),
]
