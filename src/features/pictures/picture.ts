import { limits } from '#src/limits.ts'

export const tooLarge = `A picture has at most ${limits.pictureFile / 1024 / 1024} MB`
export const unreadable =
  'This file can’t be used. Please choose a JPEG, PNG, WebP or AVIF picture that does not move and has at most 25 million pixels.'

/** The types that a file dialog offers; the server goes by the bytes. */
export const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** Whether a column for the URL of a picture holds one that was uploaded here. */
export const isUploaded = (url: string | null | undefined) => url?.startsWith('/pictures/') === true

/** The URL for readers outside of the site. */
export const absolutePicture = (site: { url: string }, url: string) =>
  isUploaded(url) ? `${site.url}${url}` : url
