export function endProcessesOf(folder: string): Promise<void>
