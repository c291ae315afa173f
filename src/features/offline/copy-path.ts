/** Under which the Cache API has the copy of a conference, by its slug. No request goes there. */
export const copyPath = (name: string) => `/offline/copies/${encodeURIComponent(name)}`
