import CredentialHelpers
import GitCredentials
import Glibc
import OpenSSLSupport

OpenSSLStart.leaveTextsOut()
exit(HelperProgram.run(GitHelper.self))
