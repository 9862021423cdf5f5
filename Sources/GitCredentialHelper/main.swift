import CredentialHelpers
import GitCredentials
import Glibc
import OpenSSLSupport

OpenSSLInitialization.omitErrorStrings()
exit(HelperProgram.run(GitHelper.self))
