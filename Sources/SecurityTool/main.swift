import Glibc
import OpenSSLSupport
import SecurityCommands

OpenSSLInitialization.omitErrorStrings()
exit(Tool.run())
