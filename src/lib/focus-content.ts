/** Where the control that was pressed goes with what it belongs to, and the focus would be lost. */
export const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true })
