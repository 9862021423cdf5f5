#ifndef SECURITY_SECKEYCHAINITEM_H
#define SECURITY_SECKEYCHAINITEM_H

/* Password items by the older functions. */

#include <Security/SecAccess.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** A class of items. */
typedef FourCharCode SecItemClass;
enum {
  /** Internet passwords. */
  kSecInternetPasswordItemClass = 'inet',
  /** Generic passwords. */
  kSecGenericPasswordItemClass = 'genp',
  /** Passwords of old file servers: there are none here. */
  kSecAppleSharePasswordItemClass = 'ashp',
  /** Certificates. */
  kSecCertificateItemClass = 0x80001000,
  /** Public keys. */
  kSecPublicKeyItemClass = 0x0000000F,
  /** Private keys. */
  kSecPrivateKeyItemClass = 0x00000010,
  /** Symmetric keys. */
  kSecSymmetricKeyItemClass = 0x00000011
};

/** An attribute. What its value is stands beside it: characters in UTF-8, a UInt32, or a moment as
    "YYYYMMDDhhmmssZ" and a NUL. */
typedef FourCharCode SecItemAttr;
enum {
  /** When the item was made: a moment. It cannot be set. */
  kSecCreationDateItemAttr = 'cdat',
  /** When the item was changed: a moment. It cannot be set. */
  kSecModDateItemAttr = 'mdat',
  /** What the item is: characters. */
  kSecDescriptionItemAttr = 'desc',
  /** A comment: characters. */
  kSecCommentItemAttr = 'icmt',
  /** Who made the item: a UInt32. */
  kSecCreatorItemAttr = 'crtr',
  /** The type: a UInt32. */
  kSecTypeItemAttr = 'type',
  /** The script of the characters: no item has it here. */
  kSecScriptCodeItemAttr = 'scrp',
  /** The name for people: characters. */
  kSecLabelItemAttr = 'labl',
  /** Whether programs that list items leave it out: a UInt32, 0 or 1. */
  kSecInvisibleItemAttr = 'invi',
  /** Whether there is no password on purpose: a UInt32, 0 or 1. */
  kSecNegativeItemAttr = 'nega',
  /** Whether there is an icon: no item has it here. */
  kSecCustomIconItemAttr = 'cusi',
  /** The account: characters. */
  kSecAccountItemAttr = 'acct',
  /** The service: characters. */
  kSecServiceItemAttr = 'svce',
  /** What the program likes: bytes. */
  kSecGenericItemAttr = 'gena',
  /** The security domain: characters. */
  kSecSecurityDomainItemAttr = 'sdmn',
  /** The server: characters. */
  kSecServerItemAttr = 'srvr',
  /** The authentication type: a SecAuthenticationType. */
  kSecAuthenticationTypeItemAttr = 'atyp',
  /** The port: a UInt32; a UInt16 is taken, too. */
  kSecPortItemAttr = 'port',
  /** The path: characters. */
  kSecPathItemAttr = 'path',
  /** The volume: no item has it here. */
  kSecVolumeItemAttr = 'vlme',
  /** The address of the server: no item has it here. */
  kSecAddressItemAttr = 'addr',
  /** The signature of the server: no item has it here. */
  kSecSignatureItemAttr = 'ssig',
  /** The protocol: a SecProtocolType. */
  kSecProtocolItemAttr = 'ptcl',
  /** The type of a certificate: no password has it. */
  kSecCertificateType = 'ctyp',
  /** The encoding of a certificate: no password has it. */
  kSecCertificateEncoding = 'cenc',
  /** The type of a revocation list: no password has it. */
  kSecCrlType = 'crtp',
  /** The encoding of a revocation list: no password has it. */
  kSecCrlEncoding = 'crnc',
  /** Another name: no password has it. */
  kSecAlias = 'alis'
};

/** The tag of an attribute. */
typedef OSType SecKeychainAttrType;

/** An attribute and its value. */
struct SecKeychainAttribute {
  /** Which attribute. */
  SecKeychainAttrType tag;
  /** The length of the value in bytes. */
  UInt32 length;
  /** The value. */
  void *data;
};
typedef struct SecKeychainAttribute SecKeychainAttribute;
typedef SecKeychainAttribute *SecKeychainAttributePtr;

/** Attributes. */
struct SecKeychainAttributeList {
  /** How many there are. */
  UInt32 count;
  /** The attributes. */
  SecKeychainAttribute *attr;
};
typedef struct SecKeychainAttributeList SecKeychainAttributeList;

/** The tags of attributes. */
struct SecKeychainAttributeInfo {
  /** How many there are. */
  UInt32 count;
  /** The tags. */
  UInt32 *tag;
  /** How the values are written, as SecKeychainAttributeInfoForItemID gives it. Elsewhere it is ignored. */
  UInt32 *format;
};
typedef struct SecKeychainAttributeInfo SecKeychainAttributeInfo;

/* Functions that take an item answer errSecInvalidItemRef for one that is not stored any more, and
   errSecParam for NULL and other objects. Attributes that are unknown, and those that the class of the item does
   not have, are answered with errSecNoSuchAttr. */

/** Returns the type of references to password items. */
extern CFTypeID SecKeychainItemGetTypeID(void);

/** Changes an item.

    @param attrList New attributes; NULL for none.
    @param length The length of the new secret.
    @param data The new secret; NULL to leave it as it is.
    @return errSecSuccess; errSecDuplicateItem; errSecReadOnlyAttr for the moments. */
extern OSStatus SecKeychainItemModifyAttributesAndData(SecKeychainItemRef itemRef,
                                                       const SecKeychainAttributeList *attrList,
                                                       UInt32 length, const void *data);

/** The same as SecKeychainItemModifyAttributesAndData. */
extern OSStatus SecKeychainItemModifyContent(SecKeychainItemRef itemRef,
                                             const SecKeychainAttributeList *attrList, UInt32 length,
                                             const void *data);

/** Makes an item.

    @param itemClass kSecGenericPasswordItemClass or kSecInternetPasswordItemClass.
    @param keychainRef NULL for the default keychain.
    @param initialAccess NULL, or a list of the calling program alone.
    @param itemRef Receives a reference that the caller releases, and stays as it was when the function
    fails; NULL to ignore it.
    @return errSecSuccess; errSecDuplicateItem; errSecNoSuchClass; errSecNoSuchAttr;
    errSecNoSuchKeychain. */
extern OSStatus SecKeychainItemCreateFromContent(SecItemClass itemClass,
                                                 SecKeychainAttributeList *attrList, UInt32 length,
                                                 const void *data, SecKeychainRef keychainRef,
                                                 SecAccessRef initialAccess,
                                                 SecKeychainItemRef *itemRef);

/** Reads an item.

    @param itemClass Receives the class; NULL to ignore it.
    @param attrList Gives tags, receives values: NULL and 0 for attributes of the class that the item does
    not have.
    @param length Receives the length of the secret; NULL to ignore it.
    @param outData Receives the secret, and a NUL that does not count; NULL to ignore it. The values and
    the secret are freed by SecKeychainItemFreeContent. */
extern OSStatus SecKeychainItemCopyContent(SecKeychainItemRef itemRef, SecItemClass *itemClass,
                                           SecKeychainAttributeList *attrList, UInt32 *length,
                                           void **outData);

/** Frees what SecKeychainItemCopyContent and the functions that find passwords gave, and overwrites
    it. Either may be NULL. */
extern OSStatus SecKeychainItemFreeContent(SecKeychainAttributeList *attrList, void *data);

/** Reads an item.

    @param info The tags of the attributes; NULL for none.
    @param attrList Receives them. The list and the secret are freed by
    SecKeychainItemFreeAttributesAndData. */
extern OSStatus SecKeychainItemCopyAttributesAndData(SecKeychainItemRef itemRef,
                                                     SecKeychainAttributeInfo *info,
                                                     SecItemClass *itemClass,
                                                     SecKeychainAttributeList **attrList,
                                                     UInt32 *length, void **outData);

/** Frees what SecKeychainItemCopyAttributesAndData gave, and overwrites it. Either may be NULL. */
extern OSStatus SecKeychainItemFreeAttributesAndData(SecKeychainAttributeList *attrList, void *data);

/** Deletes an item; the reference is released by its owner all the same. */
extern OSStatus SecKeychainItemDelete(SecKeychainItemRef itemRef);

/** Copies an item to another keychain: there is none.

    @param destKeychainRef NULL for the default keychain, where the item is.
    @param initialAccess NULL, or a list of the calling program alone.
    @param itemCopy Stays as it was.
    @return errSecDuplicateItem; errSecNoSuchKeychain; errSecInvalidItemRef; errSecParam. Never errSecSuccess. */
extern OSStatus SecKeychainItemCreateCopy(SecKeychainItemRef itemRef, SecKeychainRef destKeychainRef,
                                          SecAccessRef initialAccess, SecKeychainItemRef *itemCopy);

/** Finds the keychain of an item; the caller releases it. */
extern OSStatus SecKeychainItemCopyKeychain(SecKeychainItemRef itemRef, SecKeychainRef *keychainRef);

/** Makes a reference that can be kept; the caller releases it. */
extern OSStatus SecKeychainItemCreatePersistentReference(SecKeychainItemRef itemRef,
                                                         CFDataRef *persistentItemRef);

/** Finds the item of a reference that was kept; the caller releases it.

    @return errSecSuccess; errSecItemNotFound. */
extern OSStatus SecKeychainItemCopyFromPersistentReference(CFDataRef persistentItemRef,
                                                           SecKeychainItemRef *itemRef);

CF_EXTERN_C_END

#endif
