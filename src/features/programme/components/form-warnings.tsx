import type { ProgrammeWarning } from '../programme-warnings.ts'

/** What is probably wrong with what a form says. It can be saved all the same. */
export const FormWarnings = ({ warnings }: { warnings: ProgrammeWarning[] }) => (
  <div role="status">
    {warnings.length > 0 && (
      <div className="border-l-4 border-accent bg-wash px-4 py-2.5">
        <p className="font-semibold">Please check this. You can still save.</p>
        <ul className="list-disc pl-5">
          {warnings.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    )}
  </div>
)
