import Glibc
import SecurityCommands

exit(Tool.run())
