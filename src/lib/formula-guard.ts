/** A spreadsheet runs a cell that begins with one of these signs as a formula; the apostrophe says that it is text. */
export const withFormulaGuard = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)

export const withoutFormulaGuard = (value: string) => value.replace(/^'(?=[=+\-@\t\r])/, '')
