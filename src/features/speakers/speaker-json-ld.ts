import type { Person, WithContext } from 'schema-dts'
import { absolutePicture } from '#features/pictures/picture.ts'
import type { Site } from '#lib/head.ts'
import type { SpeakerDetail } from './speakers.schemas.ts'
import { socialLink } from './speakers.ts'

export function speakerJsonLd(site: Site, speaker: SpeakerDetail): WithContext<Person> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: speaker.name,
    url: `${site.url}/speakers/${speaker.id}`,
    ...(speaker.bio && { description: speaker.bio.slice(0, 500) }),
    ...(speaker.image_url && { image: absolutePicture(site, speaker.image_url) }),
    ...(speaker.links.length > 0 && { sameAs: speaker.links.map((link) => socialLink(link).href) }),
    ...(speaker.topics.length > 0 && { knowsAbout: speaker.topics }),
  }
}
