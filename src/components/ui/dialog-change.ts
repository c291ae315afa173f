/** The document's event when a dialog opens or closes: what lies over the page has to lie over the dialog. */
export const dialogChange = 'dialogchange'
