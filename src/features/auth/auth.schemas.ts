import { z } from 'zod'
import { limits } from '#src/limits.ts'

const email = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(limits.email, 'Email is too long')
  .pipe(z.email('Please enter a valid email'))

export const newPassword = z
  .string()
  .min(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters`)
  .max(limits.passwordMax, `Password must be at most ${limits.passwordMax} characters`)

export const loginForm = z.object({ email, password: z.string().min(1, 'Password is required') })

export const registerForm = z.object({
  invitationCode: z
    .string()
    .trim()
    .min(1, 'Invitation code is required')
    .max(100, 'Invalid or expired invitation code'),
  name: z
    .string()
    .trim()
    .min(1, 'Full name is required')
    .max(limits.fullName, `Full name must be less than ${limits.fullName} characters`),
  email,
  password: newPassword,
})

export const emailForm = z.object({ email })

export const resetForm = z
  .object({ newPassword, confirmPassword: z.string().min(1, 'Please confirm your password') })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  })
