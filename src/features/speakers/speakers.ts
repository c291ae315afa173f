/** 'Bergen, Norway', as much of it as is known. */
export const placeOf = (speaker: { location_name: string | null; country_name: string | null }) =>
  [speaker.location_name, speaker.country_name].filter(Boolean).join(', ')

const profiles = { twitter: 'https://x.com/', github: 'https://github.com/' }

/** Where a social link leads, and what it is called. A website is its own address. */
export function socialLink(link: { platform: 'twitter' | 'github' | 'website'; handle: string }) {
  if (link.platform === 'website') return { href: link.handle, label: 'Website' }
  const handle = link.handle.replace(/^@/, '')
  return {
    href: profiles[link.platform] + encodeURIComponent(handle),
    label: link.platform === 'github' ? 'GitHub' : 'Twitter',
  }
}
