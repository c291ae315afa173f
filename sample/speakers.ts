import { fold } from '#lib/text.ts'
import { placeOf } from './places.ts'
import { speakersOfTheAmericas } from './speakers-americas.ts'
import { speakersOfAfricaAsiaAndOceania } from './speakers-elsewhere.ts'
import { speakersOfEurope } from './speakers-europe.ts'
import { idOf } from './stable.ts'

import type { Platform } from './types.ts'

/** An invented handle; the suffix keeps it from being a real person's. */
function handle(name: string, platform: Platform): string {
  const short =
    fold(name)
      .match(/[a-z]+/g)
      ?.join('-') ?? idOf('speaker', name).slice(0, 8)
  return platform === 'website' ? `https://example.com/${short}` : `${short}-hallway-sample`
}

/** All sample speakers. */
export const sampleSpeakers = [
  ...speakersOfEurope,
  ...speakersOfTheAmericas,
  ...speakersOfAfricaAsiaAndOceania,
].map(({ name, place, bio, links = [] }) => {
  const home = place ? placeOf(place) : undefined
  return {
    id: idOf('speaker', name),
    name,
    bio,
    location_name: home?.city,
    country_code: home?.code,
    country_name: home?.country,
    links: links.map((platform) => ({ platform, handle: handle(name, platform) })),
  }
})
