// `import LocalAuthentication` also imports Foundation, as on Apple's platforms. It also imports Security, which
// declares the Core Foundation names and `kSecUseAuthenticationContext`.
@_exported public import Foundation
@_exported public import Security
