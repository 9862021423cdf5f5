import CredentialHelpers
import DockerCredentials
import Glibc
import OpenSSLSupport

OpenSSLInitialization.omitErrorStrings()
exit(HelperProgram.run(DockerHelper.self))
