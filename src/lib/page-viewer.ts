/** The header that says for whom the page was made that sends a request: the id of their profile. */
export const pageViewerHeader = 'x-hallway-viewer'

/** The code of the refusal of a write from a page that was made for another account. */
export const otherAccount = 'OTHER_ACCOUNT'

let pageViewer: string | undefined

/** Called in the browser alone, with whom the header of the page names. */
export const setPageViewer = (id: string | undefined) => {
  pageViewer = id
}

/** Whom this page was made for. The session may be another's by now: somebody signed in beside it, in another tab. */
export const getPageViewer = () => pageViewer

export const pageViewerHeaders = (): Record<string, string> =>
  pageViewer ? { [pageViewerHeader]: pageViewer } : {}

export const otherAccountMessage = (viewer: { name: string | null; email?: string }) =>
  `You are signed in as ${viewer.name || viewer.email} now. Nothing was saved: sign in again as before, or reload the page.`
