import { anyOf } from '../../text/alternatives.ts'

/** How models begin when they do not do what they were asked, or only say that they would. */
const refusal = anyOf('i')`
  ^(?:
    (?:i['’]?m |i am )?sorry\b
    i (?:cannot|can['’]?t|won['’]?t|am unable|['’]?m unable|do not have|don['’]?t have)\b|as an ai\b
    unfortunately\b|sure[,!.]|certainly[,!.]|here (?:is|are) (?:the|a|your) summar
    \[?(?:summary|todo|placeholder|insert)[^.\n]{0,30}\]?$|n/a$|none\.?$
  )
`

/** Tells a reply that is a refusal or a stub; shorter ones than a sentence say nothing either. */
export const isRefusal = (reply: string): boolean => reply.trim().length < 20 || refusal.test(reply.trim())
