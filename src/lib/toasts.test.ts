import { afterEach, expect, test } from 'vitest'
import { dismissToast, toast, toastStore } from './toasts.ts'

const messages = () => toastStore.getSnapshot().map(({ message }) => message)
afterEach(() => {
  for (const { id } of toastStore.getSnapshot()) dismissToast(id)
})

test('a button that shows its state says nothing any more of the state before', () => {
  toast('success', "You've been removed from attendees", { isAnswered: true, undo: () => {} })
  toast('success', 'Topic added')
  toast('success', "You're now attending this event!", { isAnswered: true })
  expect(messages()).toEqual(['Topic added', "You're now attending this event!"])
})

test('a failure is gone with the next message', () => {
  toast('failure', 'Invalid or expired invitation code')
  toast('failure', 'Too many requests')
  expect(messages()).toEqual(['Too many requests'])
  toast('success', 'Account created')
  expect(messages()).toEqual(['Account created'])
})
