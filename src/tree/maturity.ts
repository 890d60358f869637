/** How far an entry has proved itself, in rising order. */
export const maturities = ['draft', 'validated', 'core'] as const

/** One step of maturity; `tree/lifecycle.ts` decides it. */
export type Maturity = (typeof maturities)[number]
