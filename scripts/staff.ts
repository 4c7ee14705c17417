import { runAsProcess } from './command-line.ts'
import { runStaffCommand } from './staff/staff-command.ts'

runAsProcess(runStaffCommand)
