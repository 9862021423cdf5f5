import CredentialHelpers
import DockerCredentials
import Glibc
import OpenSSLSupport

OpenSSLStart.leaveTextsOut()
exit(HelperProgram.run(DockerHelper.self))
