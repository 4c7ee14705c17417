import { runAsProcess } from './command-line.ts'
import { runDoctorCommand } from './doctor/doctor-command.ts'

runAsProcess(runDoctorCommand)
