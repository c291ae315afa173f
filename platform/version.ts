import packageJson from '../package.json' with { type: 'json' }

/** The version of this Hallway. */
export const { version } = packageJson
