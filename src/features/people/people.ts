import type { Profile } from './people.schemas.ts'

/** The links of a profile: where each leads and what it is called. Handles are what people type: with or without @. */
export function profileLinks(profile: Profile): { href: string; label: string }[] {
  const encodeHandle = (handle: string) => encodeURIComponent(handle.replace(/^@/, ''))
  const { website, bluesky_handle, github_handle, mastodon_handle, linkedin_handle, twitch_handle } = profile
  // @name@server is the only form of a Mastodon handle that says where it lives.
  const [, name, server] = mastodon_handle?.match(/^@?([\w.-]+)@([\w.-]+\.[a-z]{2,})$/i) ?? []
  return [
    ...(website ? [{ label: 'Website', href: website }] : []),
    ...(bluesky_handle
      ? [{ label: 'Bluesky', href: `https://bsky.app/profile/${encodeHandle(bluesky_handle)}` }]
      : []),
    ...(github_handle
      ? [{ label: 'GitHub', href: `https://github.com/${encodeHandle(github_handle)}` }]
      : []),
    ...(name && server ? [{ label: 'Mastodon', href: `https://${server}/@${name}` }] : []),
    ...(linkedin_handle
      ? [{ label: 'LinkedIn', href: `https://www.linkedin.com/in/${encodeHandle(linkedin_handle)}` }]
      : []),
    ...(twitch_handle
      ? [{ label: 'Twitch', href: `https://www.twitch.tv/${encodeHandle(twitch_handle)}` }]
      : []),
  ]
}

/** What a person types to delete their account: the full name, or the address where there is no name. */
export const deletionPhrase = (person: { name: string | null; email: string }) =>
  person.name?.trim() || person.email
