type Person = { id: string; isAdmin: boolean }

/** For oneself or by an administrator: otherwise anybody could bind another person. */
export const canLinkSpeaker = (viewer: Person, userId: string) => viewer.isAdmin || viewer.id === userId
