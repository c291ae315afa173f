/** What people write where no place is chosen yet; PostgreSQL reads it, too. It is no city that one could visit. */
export const undecidedPlace = /^(tb[acd]|to be \w+ed|unknown|various|\?+)$/i
export const isUndecidedPlace = (place: string) => undecidedPlace.test(place.trim())
