import Glibc
import KeychainAgent
import OpenSSLSupport

OpenSSLInitialization.omitErrorStrings()
exit(AgentProgram.run(Array(CommandLine.arguments.dropFirst())))
