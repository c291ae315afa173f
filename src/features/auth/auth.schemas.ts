import { z } from 'zod'
import { profileForm } from '#features/people/people.schemas.ts'
import { limits } from '#src/limits.ts'

const email = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(limits.email, 'Email is too long')
  .pipe(z.email('Please enter a valid email'))

export const newPassword = z
  .string()
  .min(limits.passwordMin, 'Password must be at least 6 characters')
  .max(limits.passwordMax, `Password must be at most ${limits.passwordMax} characters`)

export const loginForm = z.object({ email, password: z.string().min(1, 'Password is required') })

export const registerForm = z.object({
  invitationCode: z
    .string()
    .trim()
    .min(1, 'Invitation code is required')
    .max(100, 'Invalid or expired invitation code'),
  name: profileForm.shape.full_name,
  email,
  password: newPassword,
})

/** Of an authenticator app, or a recovery code. */
export const codeForm = z.object({ code: z.string().trim().min(1, 'Please enter the code').max(40) })

/** What asks for the password once more. */
export const passwordForm = z.object({ currentPassword: z.string().min(1, 'Current password is required') })

/** `code` is of an authenticator app, for those who have one. */
export const changeAddressForm = passwordForm.extend({ email, code: z.string().trim().max(40) })

export const emailForm = z.object({ email })

const passwordPair = { newPassword, confirmPassword: z.string().min(1, 'Please confirm your password') }
const doPasswordsMatch = (form: { newPassword: string; confirmPassword: string }) =>
  form.newPassword === form.confirmPassword
const mismatchError = { path: ['confirmPassword'], message: "Passwords don't match" }

export const resetForm = z.object(passwordPair).refine(doPasswordsMatch, mismatchError)

export const changePasswordForm = z
  .object({ currentPassword: z.string().min(1, 'Current password is required'), ...passwordPair })
  .refine(doPasswordsMatch, mismatchError)
