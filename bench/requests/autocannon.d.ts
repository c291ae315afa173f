/** The part of autocannon that is used here: it brings no types. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    /** Puts another text for `[<id>]` into each request. */
    idReplacement: boolean
  }): Promise<{ '2xx': number; non2xx: number; errors: number; duration: number }>
}
