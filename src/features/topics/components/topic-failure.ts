/** 'Failed to add, update or delete topic: {message}' with the verb that fits. A refusal of rights speaks for itself. */
export const topicFailure = (verb: 'add' | 'update' | 'delete') => (message: string) =>
  message.startsWith('Permission Denied') ? message : `Failed to ${verb} topic: ${message}`
