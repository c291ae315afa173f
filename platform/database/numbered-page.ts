type NumberedPage = {
  page: number
  pages: number
  length: number
  /** The rows to skip; counted from the end, in reverse order, if `isBackwards`. */
  offset: number
  isBackwards: boolean
}

/** A page of a list of `total` rows by its number, from 1. A number after the last page gives the last page. */
export function numberedPage(requestedPage: number, total: number, size: number): NumberedPage {
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(requestedPage, pages)
  const first = (page - 1) * size
  const length = Math.min(size, total - first)
  const isBackwards = first > total / 2
  return { page, pages, length, offset: isBackwards ? total - first - length : first, isBackwards }
}
