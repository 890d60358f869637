import { anyOf } from '../../text/alternatives.ts'

/** What tools put into messages, and nobody wrote. */
export const ofTools = anyOf('gim')`
  # Comments, with what Copilot advertises below one, or what Bugbot makes of the diff.
  <!--\s(?:START COPILOT|CURSOR_SUMMARY\s|This is an auto-generated\s)[\s\S]*?(?:
    <!--\s(?:/CURSOR_SUMMARY\s|end of auto-generated\s[^<>]{1,200})-->|(?=\n-{9}|(?![\s\S]))
  )
  # The same by CodeRabbit: "enhanced … for more reliable content display" (trpc b550ee46, 110e2d34).
  ^#{1,3} Summary by (?:CodeRabbit|Sourcery|cubic)\b[\s\S]*?(?:
    <!--\send of auto-generated\s[^<>]{1,200}-->|(?=\n(?:#{1,3} |-{9})|(?![\s\S]))
  )
  # Pictures, with the link of a button on them (trpc 60c89fc3) and words that are wrapped (c16467cd).
  <a\s[^<>]{1,600}>\s{0,9}<picture>[\s\S]*?(?:</a>|(?![\s\S]))|<(?:img|video)\s[^<>]{1,600}>
  \[?!\[[^[\]]{0,200}\]\([^()\s]{1,600}\)(?:\]\([^()\s]{1,600}\))?|<!--[\s\S]*?(?:-->|(?![\s\S]))
  # Release notes that are folded up, and where Mercurial and Subversion had a commit.
  <details>[\s\S]*?(?:</details>|(?![\s\S]))|^--HG--\n[\s\S]*|^\[svn\][ ]
  # The titles of what was copied onto another branch (aiohttp 5ae7dfae).
  ^(?:
    This (?:is an automatic|will) backport|Backports
  ) the following commits (?:from \S{1,60} )?to \S{1,60}:\n(?:\s{0,4}[-*] .*(?:\n|(?![\s\S]))){1,20}
  # Where git saw conflicts (tracing 89d0ca84).
  ^[#;]?[ \t]?Conflicts:\n(?:[#;]?[ \t]{1,8}[^\s:]{1,300}[ \t]?(?:\n|(?![\s\S]))){1,99}
  # Which jobs to leave out: "[skip azp] [skip actions]" (numpy f4ce1ed6).
  [ ]?\[(?:ci skip|no ci|skip (?:actions|appveyor|azp|azurepipelines|ci|circle|cirrus|docs|travis))\]
`
