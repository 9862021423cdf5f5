// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

// MARK: Values of `kSecAttrProtocol`. Some values end in a space, which is part of the value.

/// The password is for FTP. This constant is a value of `kSecAttrProtocol`. Raw value `ftp `, with
/// the space.
nonisolated(unsafe) public let kSecAttrProtocolFTP: CFString = "ftp "

/// The password is for an FTP client's account. This constant is a value of `kSecAttrProtocol`. Raw
/// value `ftpa`.
nonisolated(unsafe) public let kSecAttrProtocolFTPAccount: CFString = "ftpa"

/// The password is for HTTP. This constant is a value of `kSecAttrProtocol`. Raw value `http`.
nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = "http"

/// The password is for IRC. This constant is a value of `kSecAttrProtocol`. Raw value `irc `, with
/// the space.
nonisolated(unsafe) public let kSecAttrProtocolIRC: CFString = "irc "

/// The password is for NNTP. This constant is a value of `kSecAttrProtocol`. Raw value `nntp`.
nonisolated(unsafe) public let kSecAttrProtocolNNTP: CFString = "nntp"

/// The password is for POP3. This constant is a value of `kSecAttrProtocol`. Raw value `pop3`.
nonisolated(unsafe) public let kSecAttrProtocolPOP3: CFString = "pop3"

/// The password is for SMTP. This constant is a value of `kSecAttrProtocol`. Raw value `smtp`.
nonisolated(unsafe) public let kSecAttrProtocolSMTP: CFString = "smtp"

/// The password is for SOCKS. This constant is a value of `kSecAttrProtocol`. Raw value `sox `,
/// with the space.
nonisolated(unsafe) public let kSecAttrProtocolSOCKS: CFString = "sox "

/// The password is for IMAP. This constant is a value of `kSecAttrProtocol`. Raw value `imap`.
nonisolated(unsafe) public let kSecAttrProtocolIMAP: CFString = "imap"

/// The password is for LDAP. This constant is a value of `kSecAttrProtocol`. Raw value `ldap`.
nonisolated(unsafe) public let kSecAttrProtocolLDAP: CFString = "ldap"

/// The password is for AFP over AppleTalk. This constant is a value of `kSecAttrProtocol`. Raw
/// value `atlk`.
nonisolated(unsafe) public let kSecAttrProtocolAppleTalk: CFString = "atlk"

/// The password is for AFP over TCP. This constant is a value of `kSecAttrProtocol`. Raw value
/// `afp `, with the space.
nonisolated(unsafe) public let kSecAttrProtocolAFP: CFString = "afp "

/// The password is for Telnet. This constant is a value of `kSecAttrProtocol`. Raw value `teln`.
nonisolated(unsafe) public let kSecAttrProtocolTelnet: CFString = "teln"

/// The password is for SSH. This constant is a value of `kSecAttrProtocol`. Raw value `ssh `, with
/// the space.
nonisolated(unsafe) public let kSecAttrProtocolSSH: CFString = "ssh "

/// The password is for FTP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
/// `ftps`.
nonisolated(unsafe) public let kSecAttrProtocolFTPS: CFString = "ftps"

/// The password is for HTTP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
/// `htps`.
nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = "htps"

/// The password is for an HTTP proxy. This constant is a value of `kSecAttrProtocol`. Raw value
/// `htpx`.
nonisolated(unsafe) public let kSecAttrProtocolHTTPProxy: CFString = "htpx"

/// The password is for an HTTPS proxy. This constant is a value of `kSecAttrProtocol`. Raw value
/// `htsx`.
nonisolated(unsafe) public let kSecAttrProtocolHTTPSProxy: CFString = "htsx"

/// The password is for an FTP proxy. This constant is a value of `kSecAttrProtocol`. Raw value
/// `ftpx`.
nonisolated(unsafe) public let kSecAttrProtocolFTPProxy: CFString = "ftpx"

/// The password is for SMB. This constant is a value of `kSecAttrProtocol`. Raw value `smb `, with
/// the space.
nonisolated(unsafe) public let kSecAttrProtocolSMB: CFString = "smb "

/// The password is for RTSP. This constant is a value of `kSecAttrProtocol`. Raw value `rtsp`.
nonisolated(unsafe) public let kSecAttrProtocolRTSP: CFString = "rtsp"

/// The password is for an RTSP proxy. This constant is a value of `kSecAttrProtocol`. Raw value
/// `rtsx`.
nonisolated(unsafe) public let kSecAttrProtocolRTSPProxy: CFString = "rtsx"

/// The password is for DAAP. This constant is a value of `kSecAttrProtocol`. Raw value `daap`.
nonisolated(unsafe) public let kSecAttrProtocolDAAP: CFString = "daap"

/// The password is for remote Apple events. This constant is a value of `kSecAttrProtocol`. Raw
/// value `eppc`.
nonisolated(unsafe) public let kSecAttrProtocolEPPC: CFString = "eppc"

/// The password is for IPP. This constant is a value of `kSecAttrProtocol`. Raw value `ipp `, with
/// the space.
nonisolated(unsafe) public let kSecAttrProtocolIPP: CFString = "ipp "

/// The password is for NNTP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
/// `ntps`.
nonisolated(unsafe) public let kSecAttrProtocolNNTPS: CFString = "ntps"

/// The password is for LDAP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
/// `ldps`.
nonisolated(unsafe) public let kSecAttrProtocolLDAPS: CFString = "ldps"

/// The password is for Telnet over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
/// `tels`.
nonisolated(unsafe) public let kSecAttrProtocolTelnetS: CFString = "tels"

/// The password is for IMAP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
/// `imps`.
nonisolated(unsafe) public let kSecAttrProtocolIMAPS: CFString = "imps"

/// The password is for IRC over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
/// `ircs`.
nonisolated(unsafe) public let kSecAttrProtocolIRCS: CFString = "ircs"

/// The password is for POP3 over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
/// `pops`.
nonisolated(unsafe) public let kSecAttrProtocolPOP3S: CFString = "pops"

// MARK: Values of `kSecAttrAuthenticationType`.

/// The password is used with Windows NT LAN Manager authentication. This constant is a value of
/// `kSecAttrAuthenticationType`. Raw value `ntlm`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"

/// The password is used with Microsoft Network authentication. This constant is a value of
/// `kSecAttrAuthenticationType`. Raw value `msna`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna"

/// The password is used with distributed password authentication. This constant is a value of
/// `kSecAttrAuthenticationType`. Raw value `dpaa`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"

/// The password is used with remote password authentication. This constant is a value of
/// `kSecAttrAuthenticationType`. Raw value `rpaa`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"

/// The password is used with HTTP basic authentication. This constant is a value of
/// `kSecAttrAuthenticationType`. Raw value `http`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"

/// The password is used with HTTP digest authentication. This constant is a value of
/// `kSecAttrAuthenticationType`. Raw value `httd`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"

/// The password is used with a form on a web page. This constant is a value of
/// `kSecAttrAuthenticationType`. Raw value `form`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"

/// The password is used with the usual authentication scheme. This constant is a value of
/// `kSecAttrAuthenticationType`. Raw value `dflt`.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
