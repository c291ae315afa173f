// Who may do what with a speaker's record. The API enforces it; the pages use it to show or hide.

type Person = { id: string; isAdmin: boolean }
type Speaker = { user_id: string | null; created_by: string | null }

/** For oneself or by an administrator: otherwise anybody could bind another person. */
export const canLinkSpeaker = (viewer: Person, userId: string) => viewer.isAdmin || viewer.id === userId

/** The person whose record it is; until it is claimed, the person who listed it. */
export const canEditSpeaker = (viewer: Person | null, speaker: Speaker) =>
  viewer !== null && (viewer.isAdmin || viewer.id === (speaker.user_id ?? speaker.created_by))

/** Whom the merged record belongs to: of two accounts neither can be told to be the right one. */
export const areClaimedByTwo = (one: Pick<Speaker, 'user_id'>, other: Pick<Speaker, 'user_id'>) =>
  one.user_id !== null && other.user_id !== null && one.user_id !== other.user_id
