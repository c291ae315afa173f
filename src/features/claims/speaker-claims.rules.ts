import type { MySpeakerClaim } from './speaker-claims.schemas.ts'

type Person = { id: string } | null
type Speaker = { user_id: string | null }

/** The person whom the profile belongs to. */
export const isSpeaker = (viewer: Person, speaker: Speaker) =>
  viewer !== null && speaker.user_id === viewer.id

/** A profile belongs to one person, and a person has one profile. */
export const canClaimSpeaker = (viewer: Person, speaker: Speaker, myClaim: Omit<MySpeakerClaim, 'claim'>) =>
  viewer !== null && speaker.user_id === null && myClaim.linked === null && myClaim.claimed === null
