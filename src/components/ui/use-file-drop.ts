import { type ChangeEvent, type DragEvent, useState } from 'react'

export function useFileDrop(onFile: (file: File, ...more: File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const onFiles = (files: FileList | null) => files?.[0] && onFile(...([...files] as [File, ...File[]]))
  const onDrag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setDraggedOver(isOver)
  }
  return {
    isDraggedOver,
    dropArea: {
      onDragOver: (event: DragEvent) => onDrag(event, true),
      onDragLeave: (event: DragEvent) => onDrag(event, false),
      onDrop: (event: DragEvent) => {
        onDrag(event, false)
        onFiles(event.dataTransfer.files)
      },
    },
    onChange: ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
      onFiles(input.files)
      // Choosing the same file again, after a correction, must fire `change`.
      input.value = ''
    },
  }
}
