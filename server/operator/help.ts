/** Whether the words of a command line ask for help, which needs no settings and no database. What follows `--` are names of files. */
export function asksForHelp(words: string[]): boolean {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  return own.length === 0 || own[0] === 'help' || own.includes('-h') || own.includes('--help')
}
