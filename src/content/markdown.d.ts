declare module '*.md' {
  export const title: string
  export const summary: string
  export const html: string
}
