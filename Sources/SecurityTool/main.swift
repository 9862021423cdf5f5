import Glibc
import OpenSSLSupport
import SecurityCommands

OpenSSLStart.leaveTextsOut()
exit(Tool.run())
