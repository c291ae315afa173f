/** A form that was sent without script, and came back: what was typed, without passwords, and what is wrong with it. */
export type PostedForm = {
  form: string
  values: Record<string, string>
  /** What is said at the form, and at its fields. */
  message?: string
  errors?: Record<string, string>
  /** What somebody typed whose session had ended, in the sign-in form until they are back: a query string. */
  kept?: string
  /** The path of this page, where it answers a form of another one. */
  path?: string
}

/** The hidden field that names the form among those of its page. */
export const formName = '_form'

/** Where the page's query client has it. */
export const postedFormKey = ['posted form']
