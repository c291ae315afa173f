/** Without O, I, 0 and 1, which are read wrong. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A new invitation code: 12 of 32 signs, 60 bits from the system's own randomness. */
export function freshCode(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => signs[byte % signs.length]).join('')
}
