/**
 * Puts the title of a pull request where others have it: bors heads its merge "Merge #907" and the description "907: Address … r=cuviper
 * a=saethlin" (rayon e63b4eba), homu with "Auto merge of #104 - ada:branch, r=grace" above the title.
 */
export const titledAsOthers = (message: string): string =>
  message.replace(byBors, '$2 (#$1)').replace(byHomu, '$2 (#$1)')

const byBors = /^Merge #(\d{1,7})\n{1,3}\1: ([^\n]{1,200}?) r=[^\s=]{1,100}(?: a=[^\s=]{1,100})?(?=\n|$)/
const byHomu = /^Auto merge of #(\d{1,7}) - [^\n]{1,200}\n{1,3}([^\s][^\n]{0,200})(?=\n|$)/

/** Whether a headline is that of several pull requests that bors merged as one, of which the message tells one by one. */
export const mergesSeveral = (headline: string): boolean => /^Merge #\d{1,7}\b/.test(headline)
