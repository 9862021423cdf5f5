#ifndef SECURITY_SECKEYCHAINITEM_H
#define SECURITY_SECKEYCHAINITEM_H

/* Password items with the older functions. */

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
  /** AppleShare passwords. Latchkey does not have this class. */
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

/** The tag of an attribute. The comment of each tag gives the format of the value: UTF-8 text, a UInt32, or a date as
    "YYYYMMDDhhmmssZ" with a NUL. */
typedef FourCharCode SecItemAttr;
enum {
  /** The creation date: a date. The creation date cannot be set. */
  kSecCreationDateItemAttr = 'cdat',
  /** The modification date: a date. The modification date cannot be set. */
  kSecModDateItemAttr = 'mdat',
  /** The kind of the item: text. */
  kSecDescriptionItemAttr = 'desc',
  /** A comment for the user: text. */
  kSecCommentItemAttr = 'icmt',
  /** The creator of the item: a UInt32. */
  kSecCreatorItemAttr = 'crtr',
  /** The type of the item: a UInt32. */
  kSecTypeItemAttr = 'type',
  /** The script code, which identifies the encoding of the item's text. No item in Latchkey has this attribute. */
  kSecScriptCodeItemAttr = 'scrp',
  /** The label of the item: text. */
  kSecLabelItemAttr = 'labl',
  /** Whether programs omit the item from their lists: a UInt32, 0 or 1. */
  kSecInvisibleItemAttr = 'invi',
  /** Whether the item intentionally has no password: a UInt32, 0 or 1. */
  kSecNegativeItemAttr = 'nega',
  /** Whether the item has an icon: a UInt32. No item in Latchkey has this attribute. */
  kSecCustomIconItemAttr = 'cusi',
  /** The account of the password: text. */
  kSecAccountItemAttr = 'acct',
  /** The service of a generic password: text. */
  kSecServiceItemAttr = 'svce',
  /** Data that a program stores for its own use: bytes. */
  kSecGenericItemAttr = 'gena',
  /** The security domain of an internet password: text. */
  kSecSecurityDomainItemAttr = 'sdmn',
  /** The server of an internet password: text. */
  kSecServerItemAttr = 'srvr',
  /** The authentication type of an internet password: a SecAuthenticationType. */
  kSecAuthenticationTypeItemAttr = 'atyp',
  /** The port of the server: a UInt32. A UInt16 is also accepted. */
  kSecPortItemAttr = 'port',
  /** The path on the server: text. */
  kSecPathItemAttr = 'path',
  /** The volume of an AppleShare server. No item in Latchkey has this attribute. */
  kSecVolumeItemAttr = 'vlme',
  /** The address of the server. No item in Latchkey has this attribute. */
  kSecAddressItemAttr = 'addr',
  /** The signature of the server. No item in Latchkey has this attribute. */
  kSecSignatureItemAttr = 'ssig',
  /** The protocol of an internet password: a SecProtocolType. */
  kSecProtocolItemAttr = 'ptcl',
  /** The type of a certificate. No password has this attribute. */
  kSecCertificateType = 'ctyp',
  /** The encoding of a certificate. No password has this attribute. */
  kSecCertificateEncoding = 'cenc',
  /** The type of a revocation list. No password has this attribute. */
  kSecCrlType = 'crtp',
  /** The encoding of a revocation list. No password has this attribute. */
  kSecCrlEncoding = 'crnc',
  /** Another name of a certificate or a key. No password has this attribute. */
  kSecAlias = 'alis'
};

/** The tag of an attribute. */
typedef OSType SecKeychainAttrType;

/** An attribute and its value. */
struct SecKeychainAttribute {
  /** The tag of the attribute. */
  SecKeychainAttrType tag;
  /** The length of the value in bytes. */
  UInt32 length;
  /** The value. */
  void *data;
};
typedef struct SecKeychainAttribute SecKeychainAttribute;
typedef SecKeychainAttribute *SecKeychainAttributePtr;

/** A list of attributes. */
struct SecKeychainAttributeList {
  /** The number of attributes. */
  UInt32 count;
  /** The attributes. */
  SecKeychainAttribute *attr;
};
typedef struct SecKeychainAttributeList SecKeychainAttributeList;

/** A list of attribute tags. */
struct SecKeychainAttributeInfo {
  /** The number of tags. */
  UInt32 count;
  /** The tags. */
  UInt32 *tag;
  /** The formats of the values, as returned by SecKeychainAttributeInfoForItemID. Other functions ignore the
      formats. */
  UInt32 *format;
};
typedef struct SecKeychainAttributeInfo SecKeychainAttributeInfo;

/* A function that takes an item returns errSecInvalidItemRef if the item is no longer stored, errSecParam for NULL and
   other objects, and errSecNoSuchAttr for an attribute that is unknown or that the class does not have. */

/** Returns the type of references to password items. */
extern CFTypeID SecKeychainItemGetTypeID(void);

/** Changes an item.

    @param attrList New attributes; NULL for none.
    @param length The length of the new secret.
    @param data The new secret; NULL to keep the old secret.
    @return errSecSuccess; errSecDuplicateItem; errSecReadOnlyAttr for the creation date and the modification date. */
extern OSStatus SecKeychainItemModifyAttributesAndData(SecKeychainItemRef itemRef,
                                                       const SecKeychainAttributeList *attrList,
                                                       UInt32 length, const void *data);

/** Changes an item. The function is identical to SecKeychainItemModifyAttributesAndData. */
extern OSStatus SecKeychainItemModifyContent(SecKeychainItemRef itemRef,
                                             const SecKeychainAttributeList *attrList, UInt32 length,
                                             const void *data);

/** Adds an item.

    @param itemClass kSecGenericPasswordItemClass or kSecInternetPasswordItemClass.
    @param keychainRef NULL for the default keychain.
    @param initialAccess NULL, or an access list of the calling program alone.
    @param itemRef Receives a reference that the caller must release; unchanged if the function fails. Pass NULL to
    ignore the reference.
    @return errSecSuccess; errSecDuplicateItem; errSecNoSuchClass; errSecNoSuchAttr; errSecNoSuchKeychain. */
extern OSStatus SecKeychainItemCreateFromContent(SecItemClass itemClass,
                                                 SecKeychainAttributeList *attrList, UInt32 length,
                                                 const void *data, SecKeychainRef keychainRef,
                                                 SecAccessRef initialAccess,
                                                 SecKeychainItemRef *itemRef);

/** Reads an item. SecKeychainItemFreeContent frees the values and the secret.

    @param itemClass Receives the class; NULL to ignore the class.
    @param attrList Contains the tags, and receives the values. The value of an attribute that the item does not have is
    NULL with length 0.
    @param length Receives the length of the secret; NULL to ignore the length.
    @param outData Receives the secret. A NUL follows the secret. The length does not include the NUL. Pass NULL to
    ignore the secret. */
extern OSStatus SecKeychainItemCopyContent(SecKeychainItemRef itemRef, SecItemClass *itemClass,
                                           SecKeychainAttributeList *attrList, UInt32 *length,
                                           void **outData);

/** Overwrites and frees the results of SecKeychainItemCopyContent and of the functions that find passwords. Each
    argument may be NULL. */
extern OSStatus SecKeychainItemFreeContent(SecKeychainAttributeList *attrList, void *data);

/** Reads an item. SecKeychainItemFreeAttributesAndData frees the list and the secret.

    @param info The tags of the attributes; NULL for none.
    @param attrList Receives the attributes. */
extern OSStatus SecKeychainItemCopyAttributesAndData(SecKeychainItemRef itemRef,
                                                     SecKeychainAttributeInfo *info,
                                                     SecItemClass *itemClass,
                                                     SecKeychainAttributeList **attrList,
                                                     UInt32 *length, void **outData);

/** Overwrites and frees the results of SecKeychainItemCopyAttributesAndData. Each argument may be NULL. */
extern OSStatus SecKeychainItemFreeAttributesAndData(SecKeychainAttributeList *attrList, void *data);

/** Deletes an item. The caller must still release its reference to the item. */
extern OSStatus SecKeychainItemDelete(SecKeychainItemRef itemRef);

/** Copies a password item to another keychain. The caller must release the copy.

    @param destKeychainRef NULL for the default keychain.
    @param initialAccess NULL, or an access list of the calling program alone.
    @param itemCopy Receives the copy. Unchanged after a failure.
    @return errSecSuccess; errSecDuplicateItem if the keychain has an equal item; errSecNoSuchKeychain;
    errSecInvalidItemRef if the item no longer exists; errSecParam. */
extern OSStatus SecKeychainItemCreateCopy(SecKeychainItemRef itemRef, SecKeychainRef destKeychainRef,
                                          SecAccessRef initialAccess, SecKeychainItemRef *itemCopy);

/** Finds the keychain of an item. The caller must release the keychain. */
extern OSStatus SecKeychainItemCopyKeychain(SecKeychainItemRef itemRef, SecKeychainRef *keychainRef);

/** Makes a persistent reference to an item. The caller must release the reference. */
extern OSStatus SecKeychainItemCreatePersistentReference(SecKeychainItemRef itemRef,
                                                         CFDataRef *persistentItemRef);

/** Finds the item of a persistent reference. The caller must release the item.

    @return errSecSuccess; errSecItemNotFound. */
extern OSStatus SecKeychainItemCopyFromPersistentReference(CFDataRef persistentItemRef,
                                                           SecKeychainItemRef *itemRef);

CF_EXTERN_C_END

#endif
