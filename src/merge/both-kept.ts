// A merge that keeps what two people made of one statement says so in its message, where it is read again until
// somebody decides.

/** Two statements that a merge kept of one. */
export type BothKept = readonly [our: string, their: string]

const [open, between, close] = [' (“', '” and “', '” are kept)']

/** How a finding begins that names what each of two people took out one of two versions of. */
export const eachTookOut = 'Each of two people took out one of two versions of '

/** Says that what both sides made of a statement is kept. */
export const sayBothKept = (was: string, [our, their]: BothKept): string =>
  `“${was}”${open}${our}${between}${their}${close}`

/** Reads what was kept; a statement that reads as our own words between two is left out. */
export const readBothKept = (text: string): readonly BothKept[] =>
  text
    .split(close)
    .slice(0, -1)
    .flatMap((part): readonly BothKept[] => {
      const at = part.lastIndexOf(open)
      const [our, their, ...more] = at === -1 ? [] : part.slice(at + open.length).split(between)
      return our === undefined || their === undefined || more.length > 0 ? [] : [[our, their]]
    })
