/** The records of which members suggest changes. */
export const suggestedKinds = ['event', 'talk', 'speaker', 'series'] as const
export type SuggestedKind = (typeof suggestedKinds)[number]
