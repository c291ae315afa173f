/** What people write for an account as its web address: '@name@mastodon.social', 'name.bsky.social', or an address. */
function addressOfAccount(account: string): string {
  return account
    .replace(/^@([\w.-]+)@([\w.-]+)$/, 'https://$2/@$1')
    .replace(/^@?([\w-]+(\.[\w-]+)+)$/, 'https://bsky.app/profile/$1')
}

export const normalAccounts = (text: string): string =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(addressOfAccount)
    .join(' ')

export const areAccounts = (text: string): boolean =>
  /^(https?:\/\/[\w.-]+\.\w{2,}(\/[^\s<>"]*)?( |$))+$/.test(normalAccounts(text))

const networks = [
  ['Bluesky', /^bsky\.app\//],
  ['LinkedIn', /^linkedin\.com\//],
  ['Videos', /^(youtube\.com|vimeo\.com|media\.ccc\.de)\//],
  ['Mastodon', /\/@/],
] as const

/** The accounts of a conference with what each is called. */
export const accountsOf = (accounts: string | null): { url: string; label: string }[] =>
  (accounts?.split(' ') ?? []).map((url) => {
    const address = url.replace(/^https?:\/\/(www\.)?/, '')
    return { url, label: networks.find(([, form]) => form.test(address))?.[0] ?? address }
  })
