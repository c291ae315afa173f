/** What to say when a topic could not be added, updated or deleted: a refusal of rights speaks for itself. */
export const topicFailure = (verb: 'add' | 'update' | 'delete') => (message: string) =>
  message.startsWith('Permission Denied') ? message : `Failed to ${verb} topic: ${message}`
