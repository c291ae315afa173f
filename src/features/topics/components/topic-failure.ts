/** 'Failed to add, update or delete topic: {message}'; a missing permission is shown unchanged. */
export const topicFailure = (verb: 'add' | 'update' | 'delete') => (message: string) =>
  message.startsWith('Permission Denied') ? message : `Failed to ${verb} topic: ${message}`
