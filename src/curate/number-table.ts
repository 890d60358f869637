/** Numbers above 0, each by a whole number of at most 53 bits: what a Map holds, in a fifth of its room. */
export class NumberTable {
  #keys = new Float64Array(1024)
  #values = new Int32Array(1024)
  #size = 0

  /** 0 where there is none. */
  get(key: number): number {
    return this.#values[this.#slotOf(key)] ?? 0
  }

  set(key: number, value: number): void {
    if (this.#size * 3 > this.#keys.length * 2) this.#grow()
    const at = this.#slotOf(key)
    if (this.#values[at] === 0) this.#size++
    this.#write(at, key, value)
  }

  delete(key: number): void {
    let free = this.#slotOf(key)
    if (this.#values[free] === 0) return
    this.#size--
    const mask = this.#keys.length - 1
    // What stands further on because of what goes moves back, or it would not be found any more.
    for (let at = (free + 1) & mask; this.#values[at] !== 0; at = (at + 1) & mask) {
      const later = this.#keys[at] ?? 0
      if (((at - this.#homeOf(later)) & mask) < ((at - free) & mask)) continue
      this.#write(free, later, this.#values[at] ?? 0)
      free = at
    }
    this.#values[free] = 0
  }

  /** Where a key stands, or the free slot where it would. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    let at = this.#homeOf(key)
    while (this.#values[at] !== 0 && this.#keys[at] !== key) at = (at + 1) & mask
    return at
  }

  #homeOf(key: number): number {
    return Math.imul((key / 0x200000) ^ key, 0x9e3779b1) >>> Math.clz32(this.#keys.length - 1)
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Int32Array(keys.length * 2)
    for (let at = 0; at < keys.length; at++) {
      const [key = 0, value = 0] = [keys[at], values[at]]
      if (value !== 0) this.#write(this.#slotOf(key), key, value)
    }
  }

  #write(at: number, key: number, value: number): void {
    this.#keys[at] = key
    this.#values[at] = value
  }
}
