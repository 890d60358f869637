export const maturities = ['draft', 'validated', 'core'] as const

export type Maturity = (typeof maturities)[number]
